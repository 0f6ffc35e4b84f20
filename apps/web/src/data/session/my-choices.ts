import { useEffect } from 'react';
import { writeTimesAs } from '../time/times.js';
import { takeBell } from '../bell/bell-sounds.js';
import { renderTimes } from '../time/clock.js';
import { useMe } from './session.js';
import { useRow } from '../cache/use-view.js';

/** Applies my choices in all tabs: the time format, and the bell of this browser. */
export function useMyChoices(): void {
  const { personId } = useMe();
  const format = useRow('people', personId).data?.row?.clockFormat;
  useEffect(() => {
    if (writeTimesAs(format)) renderTimes();
  }, [format]);
  useEffect(() => takeBell(), []);
}
