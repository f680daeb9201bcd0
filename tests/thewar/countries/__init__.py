"""Tests of The War: countries and what becomes of them."""
