"""Tests of the draft: their marks in the matrix, the form, and the list of tests that no cell shows."""
