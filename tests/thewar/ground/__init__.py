"""Tests of The War: attacks on a hex."""
