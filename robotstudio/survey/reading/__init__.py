"""Inputs and workers of a survey, and the storage of an unfinished one."""
