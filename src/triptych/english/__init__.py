"""English as reviews have it. What aspects, measures and writers share about the language, one module a question.

| Module | Answers |
|---|---|
| `words` | which kinds a word can be, its dictionary form; `lines_of` loads a word list, `word_set` a short one |
| `tags` | which kind each word of a sentence is |
| `sentences` | where sentences begin and end, their tagged words: `sentences_of`, `kept_sentences` |
| `clauses` | where the clauses of a sentence begin, and where the mood turns |
| `languages` | whether a text is English: `is_other_language`; its `bare_words` |
| `stems` | dictionary forms by spelling, stems that related words share |
| `number_words` | "two", "a dozen", "one and a half" as numbers, and a number in words: `number_of`, `spell` |
| `units` | numbers with units in a text, and conversion: `quantities_in`, `convert`, `same_dimension` |
| `negations` | words that deny |
| `phrases` | turns of phrase, found in a sentence |
| `wordings` | patterns, found in a text of any case |

The lists lie in `data/`; each is read when first asked for.
"""
