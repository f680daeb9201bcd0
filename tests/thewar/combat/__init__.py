"""Tests of The War: what all battles share."""
