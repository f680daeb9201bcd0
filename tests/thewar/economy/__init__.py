"""Tests of The War: money, oil and effort."""
