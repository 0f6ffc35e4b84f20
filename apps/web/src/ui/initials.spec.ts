import { initialsOf } from './initials.js';

it.each([
  ['Ana Lima', 'AL'],
  ['Bo', 'BO'],
  ['Ana Maria Mota', 'AM'],
  ['  ', ''],
  ['𝒜da 𝒞ole', '𝒜𝒞'],
])('shortens %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
