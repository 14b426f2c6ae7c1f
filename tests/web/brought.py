"""What visitors bring to the web page in tests, hostile things among it."""

from typing import Any

HOSTILE = (
    "<script>document.title='pwned'</script>",
    '"><img src=x onerror="document.title=\'pwned\'">',
    '<svg onload=alert(1)><a href="javascript:alert(1)">x</a>',
    "\u202egnp.exe\u202c and \u2066hidden\u2069 \u200b",
    "{{ 7*7 }} {% include 'layout.html' %} ${7*7}",
    "[x](javascript:alert(1)) ![x](http://evil.example/x.png) <iframe src=//evil.example>",
)


def shortlist_of(query: str, *reviews: str, title: str = "Kettle") -> dict[str, Any]:
    """A shortlist of three products, each with these reviews."""
    return {
        "query": query,
        "products": [
            {
                "id": f"k{number}",
                "title": f"{name} {title}",
                "final_price": 30 + number,
                "currency": "USD",
                "key_features": ["Holds 1.7 litres"],
                "reviews": [{"text": text, "stars": 2, "date": "2026-01-02"} for text in reviews],
            }
            for number, name in enumerate(("Ambo", "Birk", "Cello"))
        ],
    }
