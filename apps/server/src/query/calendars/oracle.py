"""Reads calendars from standard input, a JSON list of texts, and answers the shifts of each from November 2026 to May 2027."""

import json
import sys
from datetime import datetime, timezone

import icalendar
import recurring_ical_events

utc = timezone.utc
start, end = datetime(2026, 11, 1, tzinfo=utc), datetime(2027, 6, 1, tzinfo=utc)


def shifts(text):
    events = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(datetime(2026, 10, 25, tzinfo=utc), datetime(2027, 6, 8, tzinfo=utc))
    times = [(event["DTSTART"].dt.astimezone(utc), event["DTEND"].dt.astimezone(utc)) for event in events]
    return sorted(f"{a.isoformat()[:16]} – {b.isoformat()[:16]}" for a, b in times if a < end and b > start)


print(json.dumps([shifts(text) for text in json.load(sys.stdin)], ensure_ascii=False))
