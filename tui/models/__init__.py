"""What the panels show, as plain values made from the desk: rows, figures, refusals, hints. No widget, no rule."""
