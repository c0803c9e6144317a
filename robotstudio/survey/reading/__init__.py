"""Inputs and workers of a survey, and what is kept of an unfinished one."""
