"""What a licence text or name says, and whether a shipped model may have learned from it."""
import re

PERMISSIVE = {"MIT", "BSD", "Apache-2.0", "ISC", "PSF", "Zlib", "Unlicense"}

TEXTS = [  # the first that fits names the text
    ("PSF", r"PYTHON SOFTWARE FOUNDATION LICENSE"),  # speaks of the GPL
    ("not permissive", r"GNU (LESSER |AFFERO )?GENERAL PUBLIC LICENSE|Mozilla Public License|Business Source License|Eclipse Public License|"
                       r"Server Side Public License|Common Development and Distribution|Creative Commons|European Union Public"),
    ("Apache-2.0", r"Apache License[\s,]*(Version 2\.0|v2)|apache\.org/licenses/LICENSE-2\.0"),
    ("MIT", r"Permission is hereby granted, free of charge"),
    ("BSD", r"Redistribution and use in source and binary forms"),
    ("ISC", r"Permission to use, copy, modify,? and(/or)? distribute this software"),
    ("Zlib", r"This software is provided 'as-is', without any express or implied"),
    ("Unlicense", r"This is free and unencumbered software"),
]

NAMES = [("MIT", r"\bMIT\b"), ("Apache-2.0", r"apache"), ("BSD", r"\bBSD|0BSD"), ("ISC", r"\bISC\b"), ("Zlib", r"\bzlib\b"),
         ("Unlicense", r"unlicense"), ("PSF", r"\bPSF|python software")]


def of_text(text):
    """-> a name of PERMISSIVE, "not permissive" or "unknown" """
    folded = " ".join(text.split())
    for name, pattern in TEXTS:
        if re.search(pattern, folded, re.I):
            return name
    return "unknown"


def of_name(expression):
    """-> the first permissive choice of a licence expression ("MIT OR GPL-2.0"), else "not permissive" """
    for choice in re.split(r"\bOR\b|/|,", expression):
        if re.search(r"\bAND\b|GPL|MPL|EPL|CDDL|BUSL|SSPL|CC-", choice, re.I):
            continue
        for name, pattern in NAMES:
            if re.search(pattern, choice, re.I):
                return name
    return "not permissive"
