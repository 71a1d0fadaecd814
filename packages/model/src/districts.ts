/** A district of Nepal, at the place of its headquarters. */
export interface District {
  name: string;
  nameInNepali: string;
  /** 1 to 7: Koshi, Madhesh, Bagmati, Gandaki, Lumbini, Karnali, Sudurpashchim. */
  province: number;
  latitude: number;
  longitude: number;
  /** The first three digits of its postcodes. Undefined: another district has the same. */
  postcodes?: string;
  /** Other spellings and names, and its well-known towns. */
  also: string[];
}

type Row = [name: string, nameInNepali: string, latitude: number, longitude: number, postcodes: string, also?: string];

/** By province. */
const ROWS: Row[][] = [
  [
    ['Taplejung', 'ताप्लेजुङ', 27.351, 87.67, '575'],
    ['Panchthar', 'पाँचथर', 27.146, 87.765, '574', 'Panchather, Phidim, फिदिम'],
    ['Ilam', 'इलाम', 26.911, 87.924, '573', 'Illam'],
    [
      'Jhapa',
      'झापा',
      26.544,
      88.094,
      '572',
      'Bhadrapur, भद्रपुर, Birtamod, Birtamode, बिर्तामोड, Damak, दमक, Mechinagar, मेचीनगर',
    ],
    ['Morang', 'मोरङ', 26.455, 87.27, '566', 'Biratnagar, विराटनगर, Belbari, बेलबारी, Urlabari, उर्लाबारी'],
    ['Sunsari', 'सुनसरी', 26.607, 87.148, '567', 'Dharan, धरान, Itahari, इटहरी, Inaruwa, इनरुवा'],
    ['Dhankuta', 'धनकुटा', 26.984, 87.343, '568'],
    ['Terhathum', 'तेह्रथुम', 27.128, 87.541, '571', 'Tehrathum, Terathum, Myanglung, म्याङलुङ'],
    ['Sankhuwasabha', 'सङ्खुवासभा', 27.375, 87.205, '569', 'Sankhuwasava, संखुवासभा, Khandbari, खाँदबारी'],
    ['Bhojpur', 'भोजपुर', 27.172, 87.047, '570'],
    ['Solukhumbu', 'सोलुखुम्बु', 27.505, 86.583, '560', 'Solu, Salleri, सल्लेरी, Namche, नाम्चे'],
    ['Okhaldhunga', 'ओखलढुङ्गा', 27.317, 86.504, '561', 'ओखलढुंगा'],
    ['Khotang', 'खोटाङ', 27.211, 86.793, '562', 'Diktel, दिक्तेल'],
    ['Udayapur', 'उदयपुर', 26.793, 86.699, '563', 'Udaypur, Gaighat, गाईघाट, Triyuga, त्रियुगा, Katari, कटारी'],
  ],
  [
    ['Saptari', 'सप्तरी', 26.54, 86.748, '564', 'Rajbiraj, राजविराज'],
    ['Siraha', 'सिराहा', 26.654, 86.208, '565', 'सिरहा, Lahan, लाहान'],
    ['Dhanusha', 'धनुषा', 26.728, 85.925, '456', 'Dhanusa, Janakpur, Janakpurdham, जनकपुर, जनकपुरधाम'],
    ['Mahottari', 'महोत्तरी', 26.647, 85.8, '457', 'Mahotari, Jaleshwar, जलेश्वर, Bardibas, बर्दिबास'],
    ['Sarlahi', 'सर्लाही', 26.857, 85.56, '458', 'Malangwa, मलङ्गवा, Lalbandi, लालबन्दी'],
    ['Rautahat', 'रौतहट', 26.768, 85.278, '445', 'Gaur, गौर, Chandrapur, चन्द्रपुर'],
    ['Bara', 'बारा', 27.032, 85.005, '444', 'Kalaiya, कलैया, Simara, सिमरा, Jitpur Simara, जीतपुर सिमरा'],
    ['Parsa', 'पर्सा', 27.012, 84.877, '443', 'Birgunj, Birganj, वीरगञ्ज, वीरगंज'],
  ],
  [
    ['Sindhuli', 'सिन्धुली', 27.204, 85.909, '459', 'Kamalamai, कमलामाई'],
    ['Ramechhap', 'रामेछाप', 27.395, 86.061, '454', 'Ramechap, Manthali, मन्थली'],
    ['Dolakha', 'दोलखा', 27.667, 86.03, '455', 'Charikot, चरिकोट, Bhimeshwar, भीमेश्वर, Jiri, जिरी'],
    ['Sindhupalchok', 'सिन्धुपाल्चोक', 27.775, 85.716, '453', 'Sindhupalchowk, सिन्धुपाल्चौक, Chautara, चौतारा'],
    [
      'Kavrepalanchok',
      'काभ्रेपलाञ्चोक',
      27.62,
      85.545,
      '452',
      'Kavrepalanchowk, Kabhrepalanchok, Kavre, Kabhre, काभ्रे, Dhulikhel, धुलिखेल, Banepa, बनेपा, Panauti, पनौती',
    ],
    ['Lalitpur', 'ललितपुर', 27.667, 85.324, '447', 'Patan, पाटन, Godawari, गोदावरी'],
    ['Bhaktapur', 'भक्तपुर', 27.671, 85.429, '448', 'Thimi, थिमी, Madhyapur Thimi, मध्यपुर थिमी'],
    [
      'Kathmandu',
      'काठमाडौं',
      27.717,
      85.324,
      '446',
      'Katmandu, काठमाण्डौ, काठमाडौँ, Kirtipur, कीर्तिपुर, Tokha, टोखा, Budhanilkantha, बूढानीलकण्ठ',
    ],
    ['Nuwakot', 'नुवाकोट', 27.893, 85.16, '449', 'Bidur, विदुर, Trishuli, त्रिशूली'],
    ['Rasuwa', 'रसुवा', 28.107, 85.297, '450', 'Dhunche, धुन्चे'],
    ['Dhading', 'धादिङ', 27.914, 84.899, '451', 'Dhadingbesi, धादिङबेसी, Nilkantha, नीलकण्ठ'],
    ['Makwanpur', 'मकवानपुर', 27.428, 85.032, '441', 'Makawanpur, Hetauda, हेटौंडा, हेटौँडा'],
    [
      'Chitwan',
      'चितवन',
      27.677,
      84.436,
      '442',
      'Chitawan, Bharatpur, भरतपुर, Narayangadh, Narayanghat, नारायणगढ, Ratnanagar, रत्ननगर, Sauraha, सौराहा',
    ],
  ],
  [
    ['Gorkha', 'गोरखा', 28, 84.629, '340', 'Gorakha'],
    ['Lamjung', 'लमजुङ', 28.23, 84.378, '336', 'Besisahar, Beshishahar, बेसीशहर'],
    ['Tanahun', 'तनहुँ', 27.972, 84.279, '339', 'Tanahu, तनहूँ, Damauli, दमौली, Byas, व्यास, Bandipur, बन्दीपुर'],
    ['Syangja', 'स्याङ्जा', 28.1, 83.87, '338', 'स्याङजा, Putalibazar, पुतलीबजार, Waling, वालिङ'],
    ['Kaski', 'कास्की', 28.21, 83.986, '337', 'Pokhara, पोखरा, Lekhnath, लेखनाथ'],
    ['Manang', 'मनाङ', 28.552, 84.241, '335', 'Chame, चामे'],
    ['Mustang', 'मुस्ताङ', 28.78, 83.723, '331', 'Jomsom, जोमसोम, Muktinath, मुक्तिनाथ'],
    ['Myagdi', 'म्याग्दी', 28.345, 83.566, '332', 'Beni, बेनी'],
    ['Parbat', 'पर्वत', 28.218, 83.679, '334', 'Parwat, Kusma, Kushma, कुश्मा'],
    ['Baglung', 'बागलुङ', 28.272, 83.59, '333', 'बाग्लुङ'],
    [
      'Nawalpur',
      'नवलपुर',
      27.645,
      84.13,
      '',
      'Nawalparasi East, East Nawalparasi, Nawalparasi Bardaghat Susta East, नवलपरासी पूर्व, Kawasoti, कावासोती, Gaindakot, गैंडाकोट',
    ],
  ],
  [
    [
      'Parasi',
      'परासी',
      27.531,
      83.667,
      '330',
      'Nawalparasi, नवलपरासी, Nawalparasi West, West Nawalparasi, Nawalparasi Bardaghat Susta West, नवलपरासी पश्चिम, Ramgram, रामग्राम, Bardaghat, बर्दघाट',
    ],
    ['Gulmi', 'गुल्मी', 28.065, 83.247, '326', 'Tamghas, तम्घास'],
    ['Palpa', 'पाल्पा', 27.867, 83.547, '325', 'Tansen, तानसेन'],
    [
      'Rupandehi',
      'रूपन्देही',
      27.505,
      83.45,
      '329',
      'Butwal, बुटवल, Bhairahawa, भैरहवा, Siddharthanagar, सिद्धार्थनगर, Tilottama, तिलोत्तमा, Lumbini, लुम्बिनी',
    ],
    ['Kapilvastu', 'कपिलवस्तु', 27.545, 83.053, '328', 'Kapilbastu, Taulihawa, तौलिहवा'],
    ['Arghakhanchi', 'अर्घाखाँची', 27.99, 83.123, '327', 'Sandhikharka, सन्धिखर्क'],
    ['Pyuthan', 'प्युठान', 28.103, 82.86, '223', 'Piuthan, प्यूठान'],
    ['Rolpa', 'रोल्पा', 28.302, 82.635, '221', 'Liwang, लिवाङ'],
    ['Eastern Rukum', 'रुकुम (पूर्व)', 28.604, 82.634, '', 'Rukum East, East Rukum, रुकुम पूर्व, पूर्वी रुकुम, Rukumkot, रुकुमकोट'],
    ['Dang', 'दाङ', 28.04, 82.487, '224', 'Ghorahi, घोराही, Tulsipur, तुल्सीपुर, Lamahi, लमही'],
    ['Banke', 'बाँके', 28.05, 81.617, '219', 'Nepalgunj, Nepalganj, नेपालगञ्ज, नेपालगन्ज, नेपालगंज, Kohalpur, कोहलपुर'],
    ['Bardiya', 'बर्दिया', 28.206, 81.346, '218', 'Bardia, Gulariya, गुलरिया'],
  ],
  [
    [
      'Western Rukum',
      'रुकुम (पश्चिम)',
      28.627,
      82.487,
      '220',
      'Rukum, रुकुम, Rukum West, West Rukum, रुकुम पश्चिम, पश्चिमी रुकुम, Musikot, मुसिकोट',
    ],
    ['Salyan', 'सल्यान', 28.378, 82.163, '222', 'Sallyan'],
    ['Surkhet', 'सुर्खेत', 28.602, 81.634, '217', 'Birendranagar, वीरेन्द्रनगर'],
    ['Dailekh', 'दैलेख', 28.844, 81.709, '216'],
    ['Jajarkot', 'जाजरकोट', 28.702, 82.196, '215'],
    ['Dolpa', 'डोल्पा', 28.95, 82.9, '214', 'Dunai, दुनै'],
    ['Jumla', 'जुम्ला', 29.275, 82.184, '212', 'Chandannath, चन्दननाथ'],
    ['Kalikot', 'कालिकोट', 29.14, 81.62, '213', 'Manma, मान्म'],
    ['Mugu', 'मुगु', 29.546, 82.153, '211', 'Gamgadhi, गमगढी'],
    ['Humla', 'हुम्ला', 29.972, 81.826, '210', 'Simikot, Simkot, सिमकोट'],
  ],
  [
    ['Bajura', 'बाजुरा', 29.45, 81.487, '106', 'Martadi, मार्तडी'],
    ['Bajhang', 'बझाङ', 29.553, 81.195, '105', 'Chainpur, चैनपुर'],
    ['Achham', 'अछाम', 29.146, 81.28, '107', 'Mangalsen, मङ्गलसेन'],
    ['Doti', 'डोटी', 29.261, 80.94, '108', 'Dipayal, दिपायल, Silgadhi, सिलगढी'],
    ['Kailali', 'कैलाली', 28.694, 80.594, '109', 'Dhangadhi, धनगढी, Tikapur, टीकापुर, Attariya, अत्तरिया'],
    ['Kanchanpur', 'कञ्चनपुर', 28.964, 80.18, '104', 'Mahendranagar, महेन्द्रनगर, Bhimdatta, भीमदत्त, कंचनपुर'],
    ['Dadeldhura', 'डडेल्धुरा', 29.301, 80.581, '103', 'डडेलधुरा, Amargadhi, अमरगढी'],
    ['Baitadi', 'बैतडी', 29.53, 80.42, '102'],
    ['Darchula', 'दार्चुला', 29.849, 80.541, '101', 'Darchula Khalanga'],
  ],
];

/** All 77. */
export const districts: readonly District[] = ROWS.flatMap((rows, index) =>
  rows.map(([name, nameInNepali, latitude, longitude, postcodes, also = '']) => ({
    name,
    nameInNepali,
    province: index + 1,
    latitude,
    longitude,
    ...(postcodes && { postcodes }),
    also: also.split(', ').filter(Boolean),
  })),
);
