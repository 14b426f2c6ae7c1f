"""What both users of a model share: the fence around sources, cache, retry, limits, budget, reading a reply."""
