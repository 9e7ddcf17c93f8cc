#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "niwashi/stone/moves.hpp"
#include "niwashi/stone/notation.hpp"

// The core reads gardens, moves and positions together with an edition; in Python each of them
// carries its own.
using EditionPtr = std::shared_ptr<const niwashi::stone::Edition>;

inline bool is_same(const EditionPtr& left, const EditionPtr& right) {
    return left == right || left->text() == right->text();
}

template <class Value>
struct With {
    EditionPtr edition;
    Value value;

    bool operator==(const With& other) const {
        return value == other.value && is_same(edition, other.edition);
    }
    std::string text() const { return to_text(*edition, value); }
};
using PyGarden = With<niwashi::stone::Garden>;
using PyMove = With<niwashi::stone::Move>;
using PyPosition = With<niwashi::stone::Position>;
