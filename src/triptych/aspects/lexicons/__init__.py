"""The word lists that reading rests on: the data beside this file, and what is looked up in it."""
