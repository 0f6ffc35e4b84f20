import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { parseCalendar, type CalendarOrder, type CalendarRead } from './parse-calendar.js';

/** What was read; null: it is no calendar. */
export type CalendarAnswer = CalendarRead | null;

const answerOf = (order: CalendarOrder): CalendarAnswer => {
  try {
    return parseCalendar(order);
  } catch {
    return null;
  }
};

// a calendar of a megabyte may take a second: nobody waits for it but who sent it
const work = (order: CalendarOrder, port: MessagePort): void => port.postMessage(answerOf(order));

if (parentPort) work(workerData as CalendarOrder, parentPort);
