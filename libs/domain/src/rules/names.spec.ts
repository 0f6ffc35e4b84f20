import { isNameTaken, nameKeyOf } from './names.js';

describe('names', () => {
  it('are the same whatever their case, and however an accent is written', () => {
    expect(nameKeyOf('CAF\u00c9')).toBe(nameKeyOf('cafe\u0301'));
    expect(nameKeyOf('Payments')).not.toBe(nameKeyOf('Payment'));
  });

  it('may be kept by whoever has them', () => {
    const namedRows = [{ id: '1', name: 'Payments' }];
    expect(isNameTaken(namedRows, 'PAYMENTS')).toBe(true);
    expect(isNameTaken(namedRows, 'PAYMENTS', '1')).toBe(false);
    expect(isNameTaken(namedRows, 'Search')).toBe(false);
  });
});
