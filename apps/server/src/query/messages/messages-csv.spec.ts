import { csvMark } from '../csv.js';
import { messagesHead } from './messages-csv.js';

it('begins with the byte order mark, as every export does: Excel reads it as UTF-8', () =>
  expect(messagesHead.startsWith(`${csvMark}"`)).toBe(true));
