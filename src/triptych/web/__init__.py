"""The web page: the same services as the command line, for a browser. `make_app` makes it, `triptych serve` runs it.

app.py        the application: its parts put together
security.py   who may ask what: token, cookie, Host, Origin, CSRF, limits, headers
rendering.py  answers: pages from templates, text of others made harmless, and errors as a page or problem+json
state.py      options, store and the workshop: worker processes that stay, jobs to poll, a small shelf of results
pages/        one module a page: Compare, Judge, Runs, Rate
api.py        the calls under /api/v1
"""
