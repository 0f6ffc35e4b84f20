import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useEffect, useRef, useState } from 'react';
import { onAnnounced } from '../data/bell/announcements.js';
import { useNames, type Names } from '../data/words/names.js';
import { newsOf } from '../features/alerts/shared/news.js';

/** Milliseconds for which news are collected before they are announced, so that a storm is one sentence. */
const gatherTime = 2_000;

/** Announces changes to screen readers (aria-live polite). A page to me is announced immediately, by its banner. */
export function Announcer() {
  const [announcement, setAnnouncement] = useState('');
  const names = useNames();
  const latest = useRef<Names>(names);
  useEffect(() => {
    latest.current = names;
  });
  useEffect(() => {
    const announced = new Map<string, string>();
    let waiting = new Map<string, AlertGroupRow>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      timer = undefined;
      const news = newsOf([...waiting.values()], announced, latest.current);
      waiting = new Map();
      if (news) setAnnouncement(news);
    };
    const leave = onAnnounced((row) => {
      waiting.set(row.id, row);
      timer ??= setTimeout(say, gatherTime);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, []);
  return (
    <output aria-live="polite" className="sr-only">
      {announcement}
    </output>
  );
}
