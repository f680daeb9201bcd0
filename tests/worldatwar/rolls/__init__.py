"""Tests of A World at War: tables and single resolutions."""
