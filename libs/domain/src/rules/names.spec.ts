import { isNameTaken, nameKey } from './names.js';

describe('names', () => {
  it('are the same whatever their case, and however an accent is written', () => {
    expect(nameKey('CAF\u00c9')).toBe(nameKey('cafe\u0301'));
    expect(nameKey('Payments')).not.toBe(nameKey('Payment'));
  });

  it('may be kept by whoever has them', () => {
    const named = [{ id: '1', name: 'Payments' }];
    expect(isNameTaken(named, 'PAYMENTS')).toBe(true);
    expect(isNameTaken(named, 'PAYMENTS', '1')).toBe(false);
    expect(isNameTaken(named, 'Search')).toBe(false);
  });
});
