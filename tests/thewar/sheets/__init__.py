"""Tests of The War: what screens and statements show."""
