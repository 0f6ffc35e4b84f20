import { useEffect } from 'react';
import { writeTimesAs } from '../time/times.js';
import { takeBell } from '../bell/bell-sounds.js';
import { renderTimes } from '../time/clock.js';
import { useMe } from './session.js';
import { useRow } from '../cache/use-view.js';

/** Writes every time of this tab by the clock that I chose, in whichever tab, and rings it by the bell of this browser. */
export function useMyChoices(): void {
  const { personId } = useMe();
  const format = useRow('people', personId).data?.row?.clockFormat;
  useEffect(() => {
    if (writeTimesAs(format)) renderTimes();
  }, [format]);
  useEffect(() => takeBell(), []);
}
