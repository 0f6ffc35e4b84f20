import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Link } from '@tocsin/contracts/routing/signals.js';
import { addAlertLinks, addImage, addLink, addNamedLinks, addWrittenLink } from './links.js';

const collect = (add: (links: Link[], cut: string[]) => void) => {
  const links: Link[] = [];
  const cut: string[] = [];
  add(links, cut);
  return { links, cut };
};

describe('links', () => {
  it.each([
    'javascript:alert(1)',
    'ftp://a.example.org',
    '//a.example.org',
    '/graph',
    'https://',
    'https:///x',
    'https://a b',
    '',
    'text',
    7,
    null,
    {},
  ])('are left out when they don’t lead to the web: %j', (href) =>
    expect(collect((links, cut) => addLink(links, cut, 'other', href, 'x'))).toEqual({ links: [], cut: [] }),
  );

  it('are told by their usual names, once each', () => {
    const input = { runbook_url: 'https://a/r', runbook: 'https://a/r', dashboard_url: ' HTTP://a/d ', dashboard: 'see the wiki' };
    expect(collect((links, cut) => addNamedLinks(links, cut, input)).links).toEqual([
      { kind: 'runbook', href: 'https://a/r', text: 'Runbook' },
      { kind: 'dashboard', href: 'HTTP://a/d', text: 'Dashboard' },
    ]);
  });

  it('of an alert keep their kinds', () => {
    const input = {
      generatorURL: 'http://p/1',
      silenceURL: 'http://p/2',
      dashboardURL: 'http://p/3',
      panelURL: 'http://p/4',
      imageURL: 'http://p/5',
    };
    expect(collect((links, cut) => addAlertLinks(links, cut, input)).links.map(({ kind, href }) => `${kind} ${href.at(-1)}`)).toEqual([
      'dashboard 3',
      'dashboard 4',
      'source 1',
      'other 2',
      'image 5',
    ]);
  });

  it.each([
    [
      { href: 'https://a.example.org/x', text: 'Our runbook' },
      { kind: 'runbook', text: 'Our runbook' },
    ],
    [{ href: 'https://a.example.org/dashboards/7' }, { kind: 'dashboard', text: 'a.example.org' }],
    [
      { url: 'https://a.example.org/x', kind: 'source' },
      { kind: 'source', text: 'a.example.org' },
    ],
    ['https://a.example.org/x', { kind: 'other', text: 'a.example.org' }],
  ])('that somebody wrote are understood: %j', (input, expected) =>
    expect(collect((links, cut) => addWrittenLink(links, cut, input)).links).toEqual([expect.objectContaining(expected)]),
  );

  it('of an image are the picture, and where it led', () => {
    expect(collect((links, cut) => addImage(links, cut, { src: 'https://a/p.png', href: 'https://a/d' })).links).toEqual([
      { kind: 'image', href: 'https://a/p.png', text: 'Image' },
      { kind: 'other', href: 'https://a/d', text: 'Image' },
    ]);
    expect(collect((links, cut) => addImage(links, cut, 'nothing')).links).toEqual([]);
  });

  it('that are too long or too many are left out, and noted', () => {
    const long = `https://a/${'x'.repeat(integrationLimits.linkCharacters)}`;
    expect(collect((links, cut) => addLink(links, cut, 'other', long, 'x'))).toEqual({ links: [], cut: ['links'] });
    const many = collect((links, cut) => Array.from({ length: 30 }, (_, n) => addLink(links, cut, 'other', `https://a/${n}`, 'x')));
    expect(many.links).toHaveLength(integrationLimits.linksPerAlert);
    expect(many.cut).toEqual(['links']);
  });
});
