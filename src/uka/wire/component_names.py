"""The names of the schema's components where a Python class has another name: they are part of the published API."""

COMPONENTS = {
    "BellRang": "BellRangEvent",
    "BellRecorded": "BellRangEntry",
    "ChainLink": "Link",
    "RatedAction": "Rated",
    "ReviewedChoice": "Judged",
}
"""The component of each class."""

TITLES: dict[str, str] = {"BellRangEntry": "BellRang", "BellRangEvent": "BellRang"}
"""The titles of components, where they are not their names."""
