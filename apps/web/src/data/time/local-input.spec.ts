import { fromLocalInput, toLocalInput } from './local-input.js';

it('comes back as the same instant', () => {
  const at = Date.parse('2026-11-21T09:05:00.000Z');
  expect(fromLocalInput(toLocalInput(at))).toBe('2026-11-21T09:05:00.000Z');
  expect(toLocalInput(at)).toMatch(/^2026-11-21T\d\d:05$/);
});

it('is nothing while it is not filled in', () => {
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('soon')).toBeNull();
});
