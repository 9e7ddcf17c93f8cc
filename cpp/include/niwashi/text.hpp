#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// What every reader of texts needs.
namespace niwashi {

// A piece of the user's text as it can be shown on one line. Bytes beyond ASCII go too: cutting at
// 40 or at one letter could leave half of a UTF-8 sequence, which no Python string can hold.
inline std::string quoted(std::string_view text) {
    std::string shown = "'";
    for (const char c : text.substr(0, 40)) {
        shown += c < ' ' || c > '~' ? '?' : c;
    }
    return shown + (text.size() > 40 ? "...'" : "'");
}

// The parts between separators: one more than there are separators, each possibly empty.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

}  // namespace niwashi
