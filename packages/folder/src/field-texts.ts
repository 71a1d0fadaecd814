/*
 * What each field of the content folder is, in words for an editor: for the JSON Schemas, which show them while an editor
 * types. A key is a field with as many of the fields around it, and the kind before them, as tell it from others.
 */

const NO_DOCUMENT = 'Only documents need a name.';

const TEXTS: Readonly<Record<string, string>> = {
  // Of every item.
  id: 'The last part of the address, which no other item of this kind has: a number, or small letters, digits and hyphens.',
  slug: 'Another name under which the address is found. For a Markdown file it is the name of the file.',
  name: 'The name: the heading of the page, and the text of links to it.',
  summary: 'One or two sentences, for lists, search engines and shared links. Plain text.',
  description: 'The text, in Markdown.',
  files: 'Pictures and documents. The first picture stands in lists and above the text.',
  created_at: 'When it was written. Lists are ordered by it, the newest first.',
  updated_at: 'When it was last changed in a way that readers should know of.',
  published_at: 'When it appears by itself, by the clock of the site. Without it, at once.',
  created_by: 'Who wrote it.',
  'created_by.name': 'The name of the author.',
  category: 'The category. Items with the same slug belong together.',
  'category.slug': 'The category in addresses: small letters, digits and hyphens.',
  'category.name': 'The category as visitors read it.',
  lang: 'The language of the text, if it is not the main one of the site: en or ne.',
  translations: 'The id of this item in each language. The site finds it by itself from files such as name.ne.md.',
  draft: 'true: visitors do not see it. npm run dev and the preview show it, marked as a draft.',

  // A file.
  location:
    'Where the file lies: /media/… in this folder, or an https:// address; of a picture, on a host that MEDIA_ORIGINS names.',
  alt: 'What the picture shows, for people who cannot see it. Empty ("") for a picture that only decorates.',
  caption: 'The text below the picture.',
  'files.name': 'The name of the document as visitors read it.',
  'logo.name': NO_DOCUMENT,
  'logo_dark.name': NO_DOCUMENT,
  'favicon.name': NO_DOCUMENT,
  'picture.name': NO_DOCUMENT,
  mime: 'The type of the file. The site knows it from the ending.',
  size: 'The size in bytes. The site measures it.',
  width: 'The width in pixels. The site measures it.',
  height: 'The height in pixels. The site measures it.',
  sources: 'The same picture in other sizes and formats. The site makes them by itself.',

  // Addresses, people, times: of several kinds.
  href: 'Where it leads: /contact for a page of this site, an address with https://, mailto: or tel:.',
  label: 'The text of the link.',
  address: 'The postal address, in one line.',
  phone: 'The telephone number, in quotes: "+977-1-5550100".',
  phones: 'Telephone numbers, each in quotes: ["+977-1-5550100"].',
  email: 'The e-mail address.',
  emails: 'E-mail addresses: [info@example.org].',
  hours: 'The opening hours, an entry for each group of days.',
  'hours.days': 'The days in words: Sunday to Thursday.',
  'hours.open': 'When it opens, in quotes: "10:00". Without it, the days are shown as closed.',
  'hours.close': 'When it closes, in quotes: "17:00".',
  latitude: 'Degrees north, with a point: 27.7172.',
  longitude: 'Degrees east, with a point: 85.3240.',
  social: 'Accounts in social networks.',
  'social.name': 'The name of the network, such as Facebook.',

  // Stories.
  tags: 'Words by which related texts are found: [shares, fees].',
  'album.name': 'The name of the album.',
  'album.files': 'The pictures, at most 400. The first one is the cover.',
  'album.event_date': 'The day of the event.',
  'album.place': 'Where it was.',
  'album.files_count': 'The number of pictures. The site counts them.',

  // Notices and documents.
  'notice.files': 'The attachments, such as a PDF.',
  'notice.reference_no': 'The reference number that stands on the paper.',
  'notice.is_pinned': 'true: it stands above the others.',
  'notice.expires_at': 'The last day in the list. After it, the page stays and is marked as expired.',
  'notice.dates': 'Days that the notice is about: a general meeting, the closing of a register.',
  'dates.name': 'What happens on that day.',
  'dates.date': 'The day, or the day and the time.',
  'downloads.files': 'The documents to download.',
  'downloads.effective_date': 'The day from which the document is valid.',
  'report.files': 'The documents of the report.',
  'report.fiscal_year': 'The fiscal year, in quotes: "2082/83".',
  'report.quarter': 'The quarter, 1 to 4. A report on the year has none.',
  'report.period_end': 'The last day that the report is about.',

  // Vacancies and departments.
  'career.name': 'The name of the position.',
  'career.department': 'The department in which the work is.',
  'department.id': 'The id of the department, as its file has it.',
  'department.name': 'The name of the department.',
  'career.location': 'Where the work is.',
  'career.employment_type': 'How much, and for how long.',
  'career.openings': 'How many people are sought.',
  'career.experience': 'The experience that is asked for.',
  'career.qualification': 'The qualification that is asked for.',
  'career.deadline': 'The last day to apply. After it, the vacancy is marked as closed.',
  'career.apply_email': 'The e-mail address for applications.',
  'career.apply_url': 'The address of a form for applications.',
  'department.head': 'Who leads the department.',
  'head.name': 'The name of the head.',
  'head.designation': 'The position of the head.',
  'department.members': 'The people of the department.',

  // People.
  'members.id': 'A number that no other member has.',
  'members.name': 'The name of the person.',
  'bod.name': 'The name of the person.',
  'management.name': 'The name of the person.',
  'bod.files': 'The portrait.',
  'management.files': 'The portrait.',
  'members.files': 'The portrait.',
  designation: 'The position, such as Chairperson.',
  rank: 'The place in the list: 1 is the first.',
  qualifications: 'The education of the person.',
  represents: 'Whom the person represents, such as the public shareholders.',
  appointed_at: 'The day on which the term began.',

  // Services, service centres, questions, pages.
  'services.name': 'The name of the service.',
  'services.steps': 'What the client does, step by step.',
  'steps.name': 'The step in a few words.',
  'steps.summary': 'What there is to know about the step.',
  'services.documents': 'The forms for the service.',
  'documents.name': 'The name of the form.',
  'services.fees': 'What the service costs.',
  'fees.name': 'What the fee is for.',
  'fees.amount': 'The amount with its currency: NPR 100.',
  'service-center.name': 'The name of the service centre, usually that of the town.',
  'service-center.branch_code': 'The code of the branch, in quotes: "001".',
  'service-center.is_head_office': 'true: it is the head office.',
  'service-center.province': 'The province, by which visitors filter the list.',
  'service-center.district': 'The district, for the map and the search for the nearest centre.',
  'service-center.manager': 'Who leads the service centre.',
  'manager.name': 'The name of the person.',
  'faq.question': 'The question as a visitor would ask it.',
  'faq.answer': 'The answer, in Markdown.',
  'page.parent': 'The page above this one in the navigation.',
  'parent.slug': 'The name of its file, without .md.',
  'parent.name': 'Its name as visitors read it.',

  // Contact and company.
  'contact.map_url': 'The address of a map. Without it, the coordinates lead to one.',
  'contact.officers': 'Whom to ask for what: the information officer, the grievance officer.',
  'officers.role': 'The task of the person.',
  'officers.name': 'The name of the person.',
  'companyInfo.legal_name': 'The name in the register of companies.',
  'companyInfo.registration_no': 'The registration number, in quotes.',
  'companyInfo.registered_at': 'The day of the registration.',
  'companyInfo.pan_no': 'The PAN, in quotes: "000123066".',
  'companyInfo.licences': 'The licences, an entry for each.',
  'licences.name': 'What the licence allows.',
  'licences.number': 'The number of the licence, in quotes.',
  'licences.issued_by': 'Who has issued it.',
  'companyInfo.capital': 'The capital: authorised, issued, paid up.',
  'capital.name': 'Which capital it is.',
  'capital.amount': 'The amount with its currency: NPR 1,00,00,000.',
  'companyInfo.shareholders': 'Groups of shareholders. The site draws their shares.',
  'shareholders.name': 'The name of the group.',
  'shareholders.percent': 'Its share in percent, as a number: 44.5.',
  'companyInfo.auditor': 'The auditor.',
  'companyInfo.files': 'Documents, such as the certificate of registration.',

  // The frame of every page.
  'site.name': 'The name of the organisation, on every page.',
  'site.tagline': 'A few words about it: in the title of the home page and at the end of every page.',
  'site.logo': 'The logo, left of the name.',
  'site.logo_dark': 'The logo on a dark ground.',
  'site.favicon': 'The sign in tabs of browsers: a square SVG or PNG.',
  'site.menu': 'The main menu. Each entry leads to a page, or has entries of its own as children.',
  'menu.label': 'The text of the entry.',
  'menu.children': 'The entries below it.',
  'site.footer': 'Links at the end of every page.',
  'site.alert': 'An announcement above every page.',
  'alert.text': 'The announcement, one sentence.',
  'alert.level': 'How urgent it is.',
  'site.copyright': 'The last line of every page.',
  'site.accent': 'The colour of links, buttons and large areas, in quotes: "#1f4b5c". Tints are made from it.',
  'site.accent_second': 'A second colour, for lines such as those of figures.',
  'site.calendar':
    'ad: English dates are Gregorian. both: with Bikram Sambat beside them. Nepali dates always have both.',
  'site.picture': 'The picture of shared links, 1200 by 630 pixels.',
  'site.security': 'The text of /.well-known/security.txt: whom to write to about a weakness of the site.',

  // The home page.
  'sliders.id': 'A number that no other slide has.',
  'sliders.type': '1: the button says “Know More”. 2: it says “Read more...”.',
  'sliders.title': 'The heading of the slide.',
  'sliders.description': 'A sentence or two below the heading.',
  'sliders.action': 'The text of the button, in place of that of the type.',
  'sliders.files': 'The picture of the slide, 1600 pixels wide or more.',
  'home.tasks': 'What visitors come for: links below the slides.',
  'tasks.icon': 'The drawing before the text. Without it, an arrow.',
  'home.figures': 'Numbers about the organisation.',
  'figures.label': 'What the number is.',
  'figures.value': 'The number as visitors read it: NPR 12.38.',
  'figures.series': 'Earlier numbers, the oldest first: [10.3, 11.7, 12.4]. The site draws their line.',
  'home.awareness': 'A piece of advice to visitors, with a picture.',
  'awareness.name': 'The heading of the advice.',
  'awareness.summary': 'The advice, a few sentences.',
  'home.communications': 'A letter to visitors, or another text of your own, with a picture.',
  'communications.name': 'The heading of the letter.',
  'communications.summary': 'What the letter is about.',
  'communications.description': 'The beginning of the letter, in large type.',
  'home.virtue': 'The heading above what the organisation stands for (virtues.yaml).',
  'virtue.name': 'The text of the heading.',
  'virtues.id': 'A number that no other entry has.',
  'virtues.name': 'The virtue, in a word or two.',
  'virtues.summary': 'What it means, in a sentence.',
  'virtues.files': 'Its sign.',

  // The looks.
  'theme.fonts': 'Fonts of your own. Without them, those of the site.',
  'fonts.text': 'The font of texts.',
  'fonts.display': 'The font of headings.',
  family: 'The name of the font.',
  fallback: 'The kind of font that stands in while this one is loading.',
  'text.files': 'The files of the font.',
  'display.files': 'The files of the font.',
  'text.files.location': 'Where the font lies: /media/fonts/….woff2.',
  'display.files.location': 'Where the font lies: /media/fonts/….woff2.',
  weight: 'The weight, 400, or the first and the last of a variable font: 400 700.',
  style: 'Upright or italic.',
  unicode_range: 'The characters that the file has: U+0020-007E.',
  'theme.radius': 'How round corners are: none, small, medium, large, or a length up to 2rem.',
  'theme.density': 'How much space there is between parts.',
  'theme.colours': 'Colours in place of those of the site. What cannot be read is a mistake.',
  'colours.light': 'On a light screen.',
  'colours.dark': 'On a dark screen.',
  paper: 'The ground of pages.',
  paper_raised: 'The ground of cards.',
  ink: 'The colour of texts.',
  ink_soft: 'The colour of less important texts.',
  line: 'The colour of lines.',
  accent: 'The accent on this ground. Without it, it is made from the one in site.yaml.',
  accent_second: 'The second accent on this ground.',

  // Old addresses.
  'redirects.from':
    'The old address: /about-us.html. /old/* is for all addresses below it; one with a query is for these parameters: /?page_id=7.',
  'redirects.to': 'The new address: /about. /new/* for an old one that ends with /*: what is below stays.',
  'redirects.gone': 'true, in place of to: the page no longer exists.',
};

/** In the answers of an API, where the words for a folder's files do not fit; and the fields of the search, which no file has. */
const API_TEXTS: Readonly<Record<string, string>> = {
  id: 'The last part of the address, which no other item of this kind has.',
  slug: 'Another name under which the address is found.',
  description: 'The text, as HTML.',
  translations: 'The id of this item in each edition that has it in its own language.',
  location: 'The address of the file: absolute, or from the root of the site.',
  alt: 'What the picture shows, for people who cannot see it.',
  mime: 'The type of the file.',
  size: 'The size in bytes.',
  width: 'The width in pixels.',
  height: 'The height in pixels.',
  sources: 'The same picture in other sizes and formats.',
  phone: 'The telephone number.',
  phones: 'Telephone numbers.',
  emails: 'E-mail addresses.',
  'hours.open': 'When it opens, as HH:mm. Without it, the days are shown as closed.',
  'hours.close': 'When it closes, as HH:mm.',
  tags: 'Words by which related texts are found.',
  'album.files_count': 'The number of pictures. In a list, files has the first one only.',
  'report.fiscal_year': 'The fiscal year: 2082/83.',
  'department.id': 'The id of the department.',
  'service-center.branch_code': 'The code of the branch.',
  'faq.answer': 'The answer, as HTML.',
  'parent.slug': 'Its slug.',
  'companyInfo.registration_no': 'The registration number.',
  'companyInfo.pan_no': 'The PAN.',
  'licences.number': 'The number of the licence.',
  'site.accent': 'The colour of links, buttons and large areas. Tints are made from it.',
  'site.theme': 'The looks of the site.',
  'home.virtue': 'The heading above what the organisation stands for.',
  'home.virtues': 'What the organisation stands for.',
  'home.sliders': 'The slides at the top of the page.',
  'home.blogs': 'The latest six.',
  'figures.series': 'Earlier numbers, the oldest first.',
  'text.files.location': 'The address of the font, as WOFF2.',
  'display.files.location': 'The address of the font, as WOFF2.',
  'theme.colours': 'Colours in place of those of the site. Those that cannot be read are left out.',
  accent: 'The accent on this ground. Without it, it is made from that of the site.',
  'items.type': 'What the item is: the name that a call of one item has for it.',
  'search.kind': 'The first segment of the call of the item: notice, faq, service-center.',
  'search.id': 'The id of the item.',
  'search.name': 'The name of the item.',
  'search.place': 'The name of the list in which the item is.',
  'search.date': 'The date by which the item is ordered in its list.',
  'search.excerpt': 'Plain text in which matches stand between <mark> and </mark>.',
  'search.file': 'The document that the excerpt is from.',
  'search.facets': 'The number of results of each kind.',
  'facets.label': 'The kind as visitors read it.',
  'facets.count': 'The number of results.',
  'search.direct': 'The thing that the query names, with its own facts.',
  'direct.text': 'The answer to a question, as plain text.',
  'direct.reference_no': 'The reference number.',
  'search.did_you_mean': 'A query that finds something.',
  'search.is_partial': 'true: results may be missing.',
};

const BIKRAM_SAMBAT = 'The same date in Bikram Sambat, as a text. Without it the site computes it.';
const IN_BIKRAM_SAMBAT = /_bs$/;

export const fieldTextKeys: readonly string[] = Object.keys(TEXTS);

export const apiTextKeys: readonly string[] = Object.keys(API_TEXTS);

/** The key of a field's text; undefined if the field has none. @param path the kind, the fields around it, the field */
export const fieldTextKey = (
  path: readonly string[],
  texts: Readonly<Record<string, string>> = TEXTS,
): string | undefined => path.map((_, index) => path.slice(index).join('.')).find((key) => Object.hasOwn(texts, key));

/** The words for a field. @param path the kind, the fields around it, the field */
export function fieldText(path: readonly string[], texts = TEXTS): string | undefined {
  if (IN_BIKRAM_SAMBAT.test(path.at(-1) ?? '')) return BIKRAM_SAMBAT;
  const key = fieldTextKey(path, texts);
  return key && texts[key];
}

const ALL_API_TEXTS = { ...TEXTS, ...API_TEXTS };

/** The words for a field of an answer. */
export const apiFieldText = (path: readonly string[]): string | undefined => fieldText(path, ALL_API_TEXTS);
