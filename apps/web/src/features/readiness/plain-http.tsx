import { useState } from 'react';
import { Copy } from '../../ui/copy.js';

/** A warning that Web Push needs HTTPS, with the ways to get it. Renders nothing in a secure context. */
export function PlainHttp() {
  const [way, setWay] = useState<HttpsOption>('certificate');
  if (window.isSecureContext) return null;
  const { says, label, text } = ways[way](location);
  return (
    <section id="https" aria-label="This address is not secure" className="scroll-mt-24 rounded-lg border border-line bg-warn-tint p-4">
      <p className="font-medium text-warn">Push does not work at this address</p>
      <p className="mt-1 text-muted">
        {location.origin} is plain http. Browsers allow push notifications and installing the app only over https. E-mail and webhooks are
        not affected. Three ways to get https:
      </p>
      <fieldset className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
        <legend className="sr-only">Ways to get https</legend>
        {(Object.keys(ways) as HttpsOption[]).map((one) => (
          <label key={one} className="flex min-h-8 items-center gap-1.5">
            <input type="radio" name="way-to-https" checked={one === way} onChange={() => setWay(one)} />
            {names[one]}
          </label>
        ))}
      </fieldset>
      <p className="mt-2 mb-3 text-muted">{says}</p>
      <Copy key={way} label={label} text={text} />
    </section>
  );
}

type HttpsOption = 'certificate' | 'proxy' | 'tunnel';
type PageAddress = Pick<Location, 'hostname' | 'port'>;

const names: Readonly<Record<HttpsOption, string>> = {
  certificate: 'A certificate of your own',
  proxy: 'A reverse proxy',
  tunnel: 'A tunnel',
};

/** A name that a certificate can be for: an address in digits has none. */
const nameOf = ({ hostname }: PageAddress): string => (/^[\d.]+$|^\[/.test(hostname) ? 'tocsin.example.org' : hostname);
const portOf = ({ port }: PageAddress): string => port || '80';

const ways: Readonly<Record<HttpsOption, (here: PageAddress) => { says: string; label: string; text: string }>> = {
  certificate: (here) => ({
    says: 'Start Tocsin with the two files. It reloads them when they are renewed.',
    label: 'Environment',
    text: [
      `TOCSIN_TLS_CERT=/etc/tocsin/${nameOf(here)}.crt`,
      `TOCSIN_TLS_KEY=/etc/tocsin/${nameOf(here)}.key`,
      `TOCSIN_URL=https://${nameOf(here)}${here.port ? `:${here.port}` : ''}`,
    ].join('\n'),
  }),
  proxy: (here) => ({
    says: 'Caddy obtains the certificate automatically. Start Tocsin with TOCSIN_URL set to the new address.',
    label: 'Caddyfile',
    text: `${nameOf(here)}\nreverse_proxy 127.0.0.1:${portOf(here)}`,
  }),
  tunnel: (here) => ({
    says: 'For trying it out: it prints an https address for this server. Open Tocsin at that address.',
    label: 'Run on Tocsin’s machine',
    text: `cloudflared tunnel --url http://localhost:${portOf(here)}`,
  }),
};
