import { tableOf, tableOfLinks } from './import-table.js';

const bo = { name: 'Bo', email: 'bo@example.org', phone: '+47 1', team: 'Payments', timeZone: 'Europe/Oslo' };

describe('a table that was pasted', () => {
  it.each([
    ['tabs', 'Bo\tbo@example.org\t+47 1\tPayments\tEurope/Oslo'],
    ['commas', 'Bo,bo@example.org,+47 1,Payments,Europe/Oslo'],
    ['semicolons', 'Bo;bo@example.org;+47 1;Payments;Europe/Oslo'],
    ['quotes', '"Bo","bo@example.org","+47 1","Payments","Europe/Oslo"'],
  ])('is read by %s', (_by, text) => expect(tableOf(text)).toEqual([bo]));

  it('may begin with headings, in any order, with some that nobody knows', () => {
    const text = 'E-mail\tShoe size\tRole\tName\nbo@example.org\t44\tadmin\tBo\n';
    expect(tableOf(text)).toEqual([{ email: 'bo@example.org', role: 'admin', name: 'Bo' }]);
  });

  it('keeps commas and new lines that are quoted', () => {
    expect(tableOf('"Berg, Bo",bo@example.org\n"Ana ""A"" M",ana@example.org')).toEqual([
      { name: 'Berg, Bo', email: 'bo@example.org' },
      { name: 'Ana "A" M', email: 'ana@example.org' },
    ]);
  });

  it('leaves out empty lines and cells, and takes rows of any length', () => {
    expect(tableOf('\n\nBo\tbo@example.org\t\tPayments\n \t \nCleo\n')).toEqual([
      { name: 'Bo', email: 'bo@example.org', team: 'Payments' },
      { name: 'Cleo' },
    ]);
    expect(tableOf('   ')).toEqual([]);
  });
});

it('writes links as a table', () => {
  expect(tableOfLinks([['Berg\tBo', 'bo@example.org', 'http://x/invite/1']])).toBe(
    'Name\tE-mail\tInvitation\n"Berg\tBo"\tbo@example.org\thttp://x/invite/1',
  );
});
