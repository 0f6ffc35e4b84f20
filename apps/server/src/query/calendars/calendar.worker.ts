import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { parseCalendar, type CalendarOrder, type CalendarRead } from './parse-calendar.js';

/** The calendar; null when the text is not one. */
export type CalendarAnswer = CalendarRead | null;

const answerOf = (order: CalendarOrder): CalendarAnswer => {
  try {
    return parseCalendar(order);
  } catch {
    return null;
  }
};

// a calendar of a megabyte may take a second: only the person who sent it waits
const answerOrder = (order: CalendarOrder, port: MessagePort): void => port.postMessage(answerOf(order));

if (parentPort) answerOrder(workerData as CalendarOrder, parentPort);
