import { pageHtml, verificationHtml, verificationText } from './mail-html.js';
import { page, verificationMessage } from './message.fixture.js';

describe('the mail of a page', () => {
  it('has one button, which leads to the page, and below it the sender’s links', () => {
    const links = [...pageHtml(page()).matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)</g)].map(([, link, label]) => [link, label]);
    expect(links).toEqual([
      ['https://tocsin.example/p/SECRET', 'Acknowledge'],
      ['https://wiki.example/disk', 'Runbook'],
      ['https://prom.example/graph', 'Source'],
    ]);
  });

  it('says what the text says', () => {
    const html = pageHtml(page({ cause: { kind: 'reminder' } }));
    for (const line of ['‼ #1042 Disk is full on db-1', 'Still working on it? Without', 'Payments', '3 alerts', 'Also paged: Bo, Chris']) {
      expect(html).toContain(line);
    }
  });

  it('loads nothing, runs nothing, and knows the dark', () => {
    const html = pageHtml(page());
    expect(html).not.toMatch(/<(img|script|link|iframe|form)|@import|url\(/i);
    expect(html).toContain('prefers-color-scheme: dark');
  });

  it('lets what a sender wrote be text', () => {
    const html = pageHtml(page({ title: '<img src=x onerror=alert(1)>', serviceName: `"&'`, othersPaged: ['<b>Bo</b>'] }));
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain('&lt;img src=x');
    expect(html).toContain('&quot;&amp;&#39;');
  });
});

describe('the mail with a code', () => {
  it('says the code, until when, and what to do if it was not asked for', () => {
    for (const body of [verificationText(verificationMessage()), verificationHtml(verificationMessage())]) {
      expect(body).toContain('042137');
      expect(body).toContain('valid until Sat 21 Nov, 04:42 CET');
      expect(body).toContain('If you did not request it, ignore this message');
    }
  });
});

describe('what the sender says', () => {
  it('stands below the button, its links as links, and nothing of it is markup', () => {
    const html = pageHtml(
      page({
        about: {
          description: '<script>alert(1)</script>\nsecond line',
          labels: { cluster: '"eu"' },
          links: [{ kind: 'runbook', href: 'https://wiki.example/?a=1&b="2"', text: 'Run<b>book' }],
          examples: [],
        },
      }),
    );
    expect(html.indexOf('second line')).toBeGreaterThan(html.indexOf('class="press"'));
    expect(html).toContain('<a href="https://wiki.example/?a=1&amp;b=&quot;2&quot;" style="color:inherit">Run&lt;b&gt;book</a>');
    expect(html).toContain('cluster=&quot;eu&quot;');
    expect(html).not.toContain('<script>');
  });
});
