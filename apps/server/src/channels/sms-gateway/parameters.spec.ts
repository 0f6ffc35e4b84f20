import { filledIn, idInAnswer, readBy } from './parameters.js';

describe('the parameters of a gateway', () => {
  it('have the gateway’s names, and leave out what has no value', () => {
    const template = 'user={user}&pass={password}&to={digits}&msg={text}&mask=31&dlr={callback}?state=%d';
    const places = { digits: '41791234567', text: 'a & {user} = ü', user: 'me', password: undefined };
    expect([...filledIn(template, places)]).toEqual([
      ['user', 'me'],
      ['to', '41791234567'],
      ['msg', 'a & {user} = ü'],
      ['mask', '31'],
    ]);
    expect(filledIn('dlr={callback}?state=%d', { callback: 'http://a/b' }).toString()).toBe('dlr=http%3A%2F%2Fa%2Fb%3Fstate%3D%25d');
  });

  it('are read by their names', () => {
    const given = new URLSearchParams('msisdn=+41&body=a&other=1');
    expect(readBy('msisdn={from}&body={text}&nr={id}', given)).toEqual({ from: ' 41', text: 'a', id: undefined });
  });
});

describe('the answer of a gateway', () => {
  it.each([
    ['', 'anything', ''],
    ['0: Accepted', '0: Accepted for delivery', ''],
    ['0: Accepted', '3: Queued for later delivery', null],
    ['OK {id}', 'OK 4f-7.a\n', '4f-7.a'],
    ['"id":"{id}"', '{"id":"77","ok":true}', '77'],
    ['OK {id}', 'ERR no credit', null],
    ['(a+)+{id}', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaa', null],
  ])('accepted as %j: %j has the id %j', (accepted, answer, id) => expect(idInAnswer(accepted, answer)).toBe(id));
});
