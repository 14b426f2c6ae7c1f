"""The model writer's parts: what the model is given, what it is asked, and what its reply is held against."""
