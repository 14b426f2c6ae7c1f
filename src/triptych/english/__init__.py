"""English as reviews have it. What aspects, measures and writers share about the language, one module a question.

| Module | Answers |
|---|---|
| `words` | which kinds a word can be, its dictionary form and stem; words that deny; `lines_of` loads a word list |
| `sentences` | where sentences begin and end, their tagged words: `sentences_of`, `kept_sentences` |
| `clauses` | where the clauses of a sentence begin, and where the mood turns |
| `languages` | whether a text is English: `is_other_language`; its `bare_words` |
| `units` | numbers in digits and words, with units, and conversion: `number_of`, `spell`, `quantities_in`, `convert` |
| `meanings` | which words are used in each other's place, belong together or are opposites; texts as vectors |
| `phrases` | turns of phrase, found in a sentence |
| `wordings` | patterns, found in a text of any case |

The lists lie in `data/`; each is read when first asked for.
"""
