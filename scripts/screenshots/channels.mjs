// The pictures of docs/guide/channels: where each channel is set up, by an owner or by each person, taken of an empty installation.
import { mkdirSync, writeFileSync } from 'node:fs';
import { inRoot } from '../env/root.mjs';

/** What it may weigh, in bytes: a guide is read on phones. */
const most = 60_000;

const ofConnection = (kind) => ({
  path: '/settings/channels',
  whole: 'Channels',
  part: (page) => page.locator(`section#${kind}, #${kind}`).first(),
});
const ofMethod = (kind) => ({
  path: '/me',
  whole: 'Add a contact method',
  act: async (page) => {
    await page.getByRole('button', { name: 'Add contact method' }).click();
    await page.getByLabel('Contact method', { exact: true }).selectOption(kind);
  },
  part: (page) => page.getByRole('dialog'),
});

const pictures = {
  ...Object.fromEntries(['slack', 'telegram', 'mattermost', 'pushover'].map((kind) => [kind, ofConnection(kind)])),
  sms: ofConnection('twilio'),
  'sms-gateway': ofConnection('gateway'),
  ...Object.fromEntries(['gotify', 'ntfy', 'discord', 'rocketchat', 'teams', 'webhook'].map((kind) => [kind, ofMethod(kind)])),
  calls: ofMethod('voice'),
  email: { path: '/settings/mail', whole: 'Mail', part: (page) => page.getByRole('main') },
  push: { path: '/me', whole: 'High urgency', part: (page) => page.getByRole('region').first() },
};

export async function takeChannelPictures(camera, world) {
  const folder = inRoot('docs', 'guide', 'channels', 'pictures');
  mkdirSync(folder, { recursive: true });
  const missed = [];
  const visit = await camera.visit({ url: world.url, size: 'desktop', theme: 'light', person: world.viewer, broken: null });
  for (const [name, where] of Object.entries(pictures)) {
    try {
      const bytes = await visit.shoot({ ...where, at: world.at });
      if (bytes.length > most) throw new Error(`${bytes.length} bytes, at most ${most}`);
      writeFileSync(`${folder}/${name}.webp`, bytes);
      console.log(`docs/guide/channels/pictures/${name}.webp`);
    } catch (error) {
      missed.push(`${name}: ${error.message.split('\n')[0]}`);
    }
  }
  await visit.close();
  return missed;
}
