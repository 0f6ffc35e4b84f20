import { createHash } from 'node:crypto';
import { getExpectedTwilioSignature, validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import MessagingResponse from 'twilio/lib/twiml/MessagingResponse.js';
import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { isSignedByTwilio } from '@tocsin/platform/signatures/twilio.js';
import { gather, tell } from '../../apps/server/src/channels/voice/twiml.js';
import { toTwiml } from '../../apps/server/src/channels/sms/twilio.js';

const token = 'theAuthTokenOfTheAccount';
/** The same characters each time. */
const textOf = (seed: string): string => createHash('sha256').update(seed).digest('base64').slice(0, 20);
const fieldsOf = (seed: string): Record<string, string> => ({
  MessageSid: `SM${createHash('md5').update(seed).digest('hex')}`,
  From: '+41791234567',
  Body: `ack “${textOf(seed)}” & <${seed}> é 漢 = +`,
  a: '',
  B: ' untrimmed ',
});
const urls = [
  'https://tocsin.example/api/channels/sms',
  'https://tocsin.example:8443/api/channels/sms',
  'https://tocsin.example/api/channels/voice/S/A?asks=stop&x=%20a',
];

describe('Twilio’s own library', () => {
  it('signs what we take, and takes nothing that we refuse', () => {
    for (const url of urls)
      for (let n = 0; n < 20; n += 1) {
        const fields = fieldsOf(`${n}`);
        const signature = getExpectedTwilioSignature(token, url, fields);
        const request = { url, contentType: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString(), signature };
        expect(isSignedByTwilio([token], request)).toBe(true);
        const altered = { ...fields, Body: `${fields['Body']}!` };
        const isTaken = isSignedByTwilio([token], { ...request, body: new URLSearchParams(altered).toString() });
        expect([isTaken, validateRequest(token, signature, url, altered)]).toEqual([false, false]);
        const elsewhere = `${url}${url.includes('?') ? '&' : '?'}y=1`;
        expect([isSignedByTwilio([token], { ...request, url: elsewhere }), validateRequest(token, signature, elsewhere, fields)]).toEqual([
          false,
          false,
        ]);
        expect(isSignedByTwilio(['another'], request)).toBe(false);
      }
  });

  it('would write our calls the same, with signs that have a meaning there', () => {
    const [action, text] = ['https://tocsin.example/api/channels/voice/S/A?a=1&b=2', 'Disk <db-1> & “log” are full.'];
    const call = new VoiceResponse();
    const asked = call.gather({ input: ['dtmf'], numDigits: 1, finishOnKey: '', timeout: 6, action });
    asked.say({ language: 'en-US' }, text);
    asked.pause({ length: 1 });
    asked.say({ language: 'en-US' }, 'Press 1.');
    expect(gather(action, text, 'Press 1.')).toBe(call.toString());
    const end = new VoiceResponse();
    end.say({ language: 'en-US' }, 'Good bye.');
    expect(tell('Good bye.')).toBe(end.toString());
  });

  it('would write our answers to SMS the same', () => {
    const answer = new MessagingResponse();
    answer.message('Acknowledged: #1 a < b & c > d');
    expect(toTwiml(['Acknowledged: #1 a < b & c > d', '']).body).toBe(answer.toString());
  });
});
