import type { Locale } from '@foyer/messages';
import leven from 'leven';
import { type District, districts } from './districts.ts';
import { wordsOf } from './search-words.ts';

/* Order by the distance from a district, which a visitor names by its name, a town or a postcode. */

/** The district that a text names. */
export interface NearPlace {
  /** Its canonical name in addresses: all spellings share a key in the caches. */
  key: string;
  /** In the language of the edition. */
  name: string;
  latitude: number;
  longitude: number;
  /** No place has the name; this one's is the most similar. The list has its usual order. */
  isGuess: boolean;
}

/** Begins the key of a guess. */
const GUESS = '~';
const EARTH_RADIUS_KM = 6371;
/** Letters of a place's name for each typing error in it. */
const LETTERS_PER_MISTAKE = 3;
/** Words beside the name of a district. */
const FURTHER_WORDS = new Set(['district', 'jilla', 'जिल्ला']);
/** Letters that are confused in the spelling of Nepali. */
const SAME_SOUND = new Map(
  ['ीि', 'ूु', 'ईइ', 'ऊउ', 'शस', 'षस', 'वब', 'णन'].map(([letter = '', same = '']) => [letter, same]),
);

const byPostcode = new Map(districts.map((district) => [district.postcodes, district]));
const byName = new Map<string, District>();
for (const district of districts)
  for (const name of [district.name, district.nameInNepali, ...district.also]) byName.set(folded(name), district);

/** The district that a text names in English or Nepali; undefined for a text that is similar to none. */
export function nearPlace(text: string, locale: Locale): NearPlace | undefined {
  const exact = districtNamed(text);
  const district = exact ?? similarDistrict(folded(text));
  if (!district) return undefined;
  const { name, nameInNepali, latitude, longitude } = district;
  const isGuess = !exact || text.startsWith(GUESS);
  return {
    key: isGuess ? GUESS + name : name,
    name: locale === 'ne' ? nameInNepali : name,
    latitude,
    longitude,
    isGuess,
  };
}

/** By the whole text, or by one of its words: 'Lakeside, Pokhara 33700'. */
function districtNamed(text: string): District | undefined {
  for (const candidate of [text, ...wordsOf(text)]) {
    const key = folded(candidate);
    const district = /^\d{5}$/.test(key) ? byPostcode.get(key.slice(0, 3)) : byName.get(key);
    if (district) return district;
  }
  return undefined;
}

function similarDistrict(key: string): District | undefined {
  if (/\d/.test(key)) return undefined;
  let errors = Math.floor(key.length / LETTERS_PER_MISTAKE) + 1;
  let similar: District | undefined;
  for (const [name, district] of byName) {
    // A long text is compared with no name: each comparison takes the product of both lengths.
    if (Math.abs(name.length - key.length) >= errors) continue;
    const count = leven(key, name);
    if (count < errors) [errors, similar] = [count, district];
  }
  return similar;
}

/** A name without spaces, and without the differences between the spellings of Nepali: vowel length, nasals, sibilants. */
function folded(text: string): string {
  const name = wordsOf(text)
    .filter((word) => !FURTHER_WORDS.has(word))
    .join('')
    .replace(/[ङञणनम]्(?=[क-ह])|ँ|ं|़/g, '');
  return Array.from(name, (letter) => SAME_SOUND.get(letter) ?? letter).join('');
}

interface Located {
  district?: string;
  latitude?: number;
  longitude?: number;
}

/** Items without coordinates come last. */
export const nearestFirst = <Item extends Located>(items: readonly Item[], place: NearPlace): Item[] =>
  items
    .map((item) => ({ item, distance: distanceKm(item, place) ?? Number.MAX_VALUE }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ item }) => item);

/** In whole kilometres; 0 in the district itself, which is no point. */
export function roundedDistance(item: Located, place: NearPlace): number | undefined {
  const distance = distanceKm(item, place);
  return distance && Math.max(1, Math.round(distance));
}

/** Along a great circle. */
function distanceKm({ district, latitude, longitude }: Located, place: NearPlace): number | undefined {
  if (district && districtNamed(district)?.name === place.key) return 0;
  if (latitude === undefined || longitude === undefined) return undefined;
  const [a, b] = [radians(latitude), radians(place.latitude)];
  const haversine =
    Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(place.longitude - longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
