/** How a bot of one’s own is made, in Telegram’s words. */
export const TelegramSteps = () => (
  <ol className="list-decimal space-y-2 pb-4 pl-5 text-xs">
    <li>In Telegram, write to @BotFather: /newbot. Each Tocsin needs a bot of its own: two would take each other’s presses.</li>
    <li>Answer with a name, such as Tocsin, and a username that ends in “bot”.</li>
    <li>BotFather answers with the token to access the HTTP API.</li>
    <li>Enter both below, test, and save. Then each person adds Telegram to their contact methods and presses Start in the bot’s chat.</li>
  </ol>
);
