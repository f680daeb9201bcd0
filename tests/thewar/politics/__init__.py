"""Tests of The War: diplomacy, points and chits, declarations of war."""
