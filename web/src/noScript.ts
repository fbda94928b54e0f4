// noScript.ts: what the page says to browsers without scripts; the build writes it into index.html in all languages.

const msg = (text: string): string => text;

const SENTENCE = msg('Here boards are drawn by scripts. These pages need none: {pages}.');
const PAGES = [['/games', msg('Games')], ['/challenges', msg('Challenges')], ['/login', msg('Sign in')], ['/help/', msg('Help')]] as const;

/** A paragraph for each language: English, and those into which the sentence is translated.  catalogues: the texts by language. */
export function withoutScripts(catalogues: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string {
  const languages = Object.keys(catalogues).filter((code) => typeof catalogues[code]![SENTENCE] === 'string');
  return ['en', ...languages].map((code) => {
    const said = (text: string) => String(catalogues[code]?.[text] ?? text);
    const links = PAGES.map(([path, title]) => `<a href="${path}?language=${code}">${said(title)}</a>`).join(' · ');
    return `<p lang="${code}">${said(SENTENCE).replace('{pages}', links)}</p>`;
  }).join('');
}
