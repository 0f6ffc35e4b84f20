import type { TelegramLink as Link } from '@tocsin/contracts/http.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { WhenRead } from '../../../ui/when-read.js';

/** The account is added by pressing Start there, and proved by the code that then comes. */
export function TelegramLink() {
  const reading = useQuery({
    queryKey: ['telegram-link'],
    queryFn: () => api<Link>('GET', '/session/telegram-link'),
    // it works for 15 minutes
    refetchOnMount: 'always',
    staleTime: 0,
    retry: false,
  });
  return (
    <>
      <WhenRead of={[reading]} what="The link to the bot" lines={3} />
      {reading.data && (
        <ol className="list-decimal space-y-2 pl-5">
          <li>
            <a className="link" href={reading.data.link} target="_blank" rel="noreferrer">
              Open @{reading.data.botName} in Telegram
            </a>
            , and press “Start” there, within 15 minutes. The link is yours alone.
          </li>
          <li>Close this dialog: your account is then among your contact methods. If it is you, enter the code that came in Telegram.</li>
        </ol>
      )}
    </>
  );
}
