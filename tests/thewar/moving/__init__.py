"""Tests of The War: strategic movement and grants."""
