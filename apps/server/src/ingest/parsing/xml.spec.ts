import { parseXml } from './xml.js';

describe('XML', () => {
  it('is an object of its elements, without prefixes and attributes; repeated ones are a list', () =>
    expect(parseXml('<?xml version="1.0"?><s:a xmlns:s="x" id="1"><b>1 &lt; 2</b><b><![CDATA[<i>]]></b><c/></s:a>')).toEqual({
      a: { b: ['1 < 2', '<i>'], c: '' },
    }));

  it('never expands entities of its own, nor reads what they name', () => {
    const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    expect(parseXml(`<!DOCTYPE a [<!ENTITY l0 "lol">${lol}]><a>&l9;</a>`)).toEqual({ a: '&l9;' });
    expect(parseXml('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')).toEqual({ a: '&x;' });
  });

  it('that is nested too deep, or has too many elements, is refused at once', () => {
    expect(parseXml('<a>'.repeat(1_000_000))).toBeUndefined();
    expect(parseXml(`<a>${'<b/>'.repeat(100_000)}</a>`)).toBeUndefined();
  });

  it.each(['', 'text', '<', '<!-- -->'])('that has no element is none: %j', (text) => expect(parseXml(text)).toBeUndefined());

  it('that ends too early is read as far as it goes', () => expect(parseXml('<a><b>1</b><c>2')).toEqual({ a: { b: '1', c: '2' } }));

  it('has names of an object’s own only as fields', () =>
    expect(Object.keys(parseXml('<__proto__><constructor>1</constructor></__proto__>')!)).toEqual(['__proto__']));
});
