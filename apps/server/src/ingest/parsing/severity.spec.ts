import { severityOf } from './severity.js';

describe('a sender’s severity', () => {
  it.each([
    ['critical', 'critical', 'CRITICAL', 'Crit', 'page', 'fatal', 'Emergency', 'SEV1', 'sev-1', 'Sev 1', 'P1', 'Disaster', 'down'],
    ['error', 'error', 'ERR', 'major', 'High', 'P2', 'sev_2'],
    ['warning', 'warning', 'Warn', 'minor', 'average', 'ticket', 'P3'],
    ['info', 'info', 'Informational', 'notice', 'debug', 'none', 'Not classified', 'P4', 'P5', 'low'],
  ])('is %s when it says so in its own words', (severity, ...text) => {
    for (const word of text) expect([word, severityOf(word)]).toEqual([word, severity]);
  });

  it.each(['', 'banana', '7', 'constructor', '__proto__', 'критично'])('is an error when nobody knows the word: “%s”', (word) =>
    expect(severityOf(word)).toBe('error'),
  );
});
