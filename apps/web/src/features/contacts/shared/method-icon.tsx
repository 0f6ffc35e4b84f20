import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { AppWindow, BellRing, Hash, Mail, MessageSquareText, Phone, Send, Smartphone, Webhook, type LucideIcon } from 'lucide-react';

const icons: Readonly<Record<ContactKind, LucideIcon>> = {
  browser: AppWindow,
  push: Smartphone,
  email: Mail,
  webhook: Webhook,
  ntfy: BellRing,
  gotify: BellRing,
  pushover: BellRing,
  sms: MessageSquareText,
  voice: Phone,
  slack: Hash,
  telegram: Send,
  discord: Hash,
  mattermost: Hash,
  rocketchat: Hash,
  teams: Hash,
};

/** On a desk beside the name, which says the same. */
export function MethodIcon({ kind }: { kind: ContactKind }) {
  const Icon = icons[kind];
  return (
    <span aria-hidden className="grid size-[26px] shrink-0 place-items-center rounded-[6px] bg-quiet-tint text-muted max-sm:hidden">
      <Icon size={16} strokeWidth={1.5} />
    </span>
  );
}
