"""Tests of A World at War: its tables against a second keying, its resolutions against the printed examples."""
